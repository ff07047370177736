package io.plugstream.simulator.charger;

import io.plugstream.simulator.charger.Answer.Status;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A charger's data about a customer: local list entry, reservations and running sessions (OCPP 2.0.1, part 2, N09 and
 * N10).
 */
final class Customers {

    private static final int LONGEST_PART = 512;

    private final Core core;

    Customers(Core core) {
        this.core = core;
    }

    Answer obey(Request.CustomerInformation request) {
        if (request.ways() > 1 || (request.report() && request.ways() == 0)) {
            return Answer.of(Status.INVALID);
        }
        if (!request.report() && !request.clear()) {
            return Answer.of(Status.REJECTED);
        }
        var known = request.report() ? known(request.idTag()) : List.<String>of();
        if (request.clear()) {
            forget(request.idTag());
        }
        var text = text(request, known);
        core.reportParts(
                pieces(text),
                1,
                (part, piece) ->
                        new Message.CustomerReported(request.requestId(), part, core.clockTime(), piece.getFirst()));
        return Answer.of(Status.ACCEPTED);
    }

    private List<String> known(@Nullable String idTag) {
        var known = new ArrayList<String>();
        var listed = idTag == null ? null : core.state().localList().tags().get(idTag);
        if (listed != null) {
            known.add("Local list: " + (listed ? "accepted" : "not accepted") + ".");
        }
        for (var connector : core.state().connectors()) {
            var reservation = connector.reservation();
            var session = connector.session();
            if (reservation != null && reservation.idTag().equals(idTag)) {
                known.add("Reservation %d of EVSE %d until %s."
                        .formatted(reservation.id(), connector.id(), reservation.until()));
            }
            if (session != null && session.idTag().equals(idTag)) {
                known.add("Charges at EVSE %d since %s.".formatted(connector.id(), session.startedAt()));
            }
        }
        return known;
    }

    /**
     * Removes reservations only: the local list belongs to the central system, and a transaction must be reported to
     * its end.
     */
    private void forget(@Nullable String idTag) {
        for (var connector : core.state().connectors()) {
            var reservation = connector.reservation();
            if (reservation != null && reservation.idTag().equals(idTag)) {
                core.change(connector.id(), past -> past.reserved(null));
                core.reportReservationEnd(reservation, false);
            }
        }
        core.reportChanges();
    }

    private static String text(Request.CustomerInformation request, List<String> known) {
        var told = known.isEmpty() ? "Nothing is known of this customer." : String.join(" ", known);
        var cleared = request.clear() ? "Reservations of this customer are removed." : "";
        return request.report() ? (told + " " + cleared).strip() : cleared;
    }

    private static List<String> pieces(String text) {
        var pieces = new ArrayList<String>();
        for (var begin = 0; begin < text.length(); begin += LONGEST_PART) {
            pieces.add(text.substring(begin, Math.min(text.length(), begin + LONGEST_PART)));
        }
        return pieces;
    }
}
