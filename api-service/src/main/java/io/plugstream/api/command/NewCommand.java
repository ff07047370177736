package io.plugstream.api.command;

import io.plugstream.api.command.payload.Payloads;
import io.plugstream.api.command.payload.StationPayloads;
import io.plugstream.api.http.Fault;
import io.plugstream.api.http.JsonBody;
import io.plugstream.api.http.Problem;
import io.plugstream.api.http.ProblemType;
import io.plugstream.model.command.CommandAction;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A requested command.
 *
 * @param payloadIsOcpp2 whether the payload is one of OCPP 2; otherwise it is one of OCPP 1.6
 */
record NewCommand(CommandAction action, ObjectNode payload, Duration life, boolean payloadIsOcpp2) {

    private static final int LONGEST_LIFE = 300;
    private static final int USUAL_LIFE = 30;
    private static final String PAYLOAD = "payload";

    /** Where a payload may contain a transaction's number. */
    private static final List<JsonPointer> TRANSACTIONS = Stream.of(
                    "/transactionId",
                    "/csChargingProfiles/transactionId",
                    "/chargingProfile/transactionId",
                    "/message/transactionId")
            .map(JsonPointer::compile)
            .toList();

    /** Reads a request body for a charger and reports every fault. */
    static NewCommand of(JsonNode json, Target target) {
        JsonBody body = JsonBody.of(json);
        CommandAction action = body.required("action") ? body.choice("action", CommandAction.values()) : null;
        ObjectNode payload = body.required("payload") ? body.object("payload") : null;
        Integer seconds = body.wholeNumber("timeoutSeconds", 1, LONGEST_LIFE);
        if (action != null && !action.isOfEveryVersion() && target.speaksOcpp16()) {
            throw Problem.of(ProblemType.NOT_SUPPORTED_BY_CHARGER).exception();
        }
        Validation validation =
                action == null || payload == null ? Validation.NONE : Validation.of(action, payload, target);
        validation.faults().forEach(fault -> body.fault(fault.field(), fault.message()));
        if (action != null && payload != null && PasswordChange.isAmbiguous(action, payload)) {
            body.fault("payload.setVariableData", "must not set the password more than once");
        }
        if (action != null && payload != null && validation.faults().isEmpty()) {
            PasswordChange.fault(action, payload, PAYLOAD)
                    .ifPresent(fault -> body.fault(fault.field(), fault.message()));
        }
        body.check();
        return new NewCommand(
                Objects.requireNonNull(action),
                Objects.requireNonNull(payload),
                Duration.ofSeconds(Objects.requireNonNullElse(seconds, USUAL_LIFE)),
                validation.payloadIsOcpp2());
    }

    /** The API's number of the payload's transaction; null if there is none. */
    @Nullable
    Integer transactionId() {
        if (action == CommandAction.REMOTE_START_TRANSACTION) {
            return null;
        }
        return TRANSACTIONS.stream()
                .map(payload::at)
                .filter(JsonNode::isInt)
                .map(JsonNode::intValue)
                .findFirst()
                .orElse(null);
    }

    /** Whether a station sends a report later, in parts. */
    boolean isReported() {
        return StationPayloads.isReported(action, payload);
    }

    /** A payload's version and its faults in that version. */
    private record Validation(boolean payloadIsOcpp2, List<Fault> faults) {

        static final Validation NONE = new Validation(false, List.of());

        static Validation of(CommandAction action, ObjectNode payload, Target target) {
            if (action.isOfEveryVersion() && !target.isStation()) {
                return new Validation(false, Payloads.faults(action, payload, PAYLOAD));
            }
            Optional<List<Fault>> asOcpp2 = StationPayloads.faults(action, payload, PAYLOAD);
            if (!action.isOfEveryVersion()) {
                return new Validation(true, asOcpp2.orElseThrow());
            }
            List<Fault> asOcpp16 = Payloads.faultsForStation(action, payload, PAYLOAD);
            // Assumes the version with fewer faults; OCPP 1.6 if both have the same number.
            return asOcpp2.isPresent() && asOcpp2.get().size() < asOcpp16.size()
                    ? new Validation(true, asOcpp2.get())
                    : new Validation(false, asOcpp16);
        }
    }

    /** Omits the payload, which may contain a password or an id tag. */
    @Override
    public String toString() {
        return "NewCommand[" + action.wireName() + ", " + life + ']';
    }
}
