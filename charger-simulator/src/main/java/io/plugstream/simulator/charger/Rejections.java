package io.plugstream.simulator.charger;

import java.util.Collections;
import java.util.List;

/** The answers of a charger that was told to reject an action. */
final class Rejections {

    private Rejections() {}

    /** Some actions have no negative status. */
    static Answer of(Request request) {
        return switch (request) {
            case Request.ReadConfiguration _,
                    Request.ReadTransaction _,
                    Request.ReadLocalListVersion _,
                    Request.PublishFirmware _,
                    DisplayRequest.ShowCost _ -> notSupported();
            case Request.UploadDiagnostics(var requestId) when requestId == null -> notSupported();
            case Request.UpdateFirmware update when update.requestId() == null -> notSupported();
            case CertificateRequest.Read _ -> new Answer.Certificates(List.of());
            case MonitoringRequest.Set(var wanted) ->
                new Answer.MonitorsSet(wanted.stream()
                        .map(one -> new Answer.MonitorsSet.Result(Answer.Status.REJECTED, one.id()))
                        .toList());
            case MonitoringRequest.Clear(var ids) ->
                new Answer.StatusAnswers(Collections.nCopies(ids.size(), Answer.Status.REJECTED));
            case Request.ReadSchedule(var connector, var _, var _) -> new Answer.Schedule(connector, null);
            case Request.ChangeConfigurations(var changes) ->
                new Answer.StatusAnswers(Collections.nCopies(changes.size(), Answer.Status.REJECTED));
            default -> Answer.of(Answer.Status.REJECTED);
        };
    }

    private static Answer notSupported() {
        return new Answer.Refusal(Answer.Code.NOT_SUPPORTED, "");
    }
}
