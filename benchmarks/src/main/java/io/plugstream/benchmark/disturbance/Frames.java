package io.plugstream.benchmark.disturbance;

/** The frames that chargers send. */
final class Frames {

    private static final String[] STATUSES = {"Available", "Preparing"};

    private Frames() {}

    /** A change of a connector's status. The number is the message's id and appears in the event. */
    static String status(int index, int turn) {
        return "[2,\"%d\",\"StatusNotification\",{\"connectorId\":1,\"errorCode\":\"NoError\",\"status\":\"%s\",\"info\":\"%d\"}]"
                .formatted(index, STATUSES[turn % STATUSES.length], index);
    }

    /** A BootNotification that the database would reject. */
    static String poison(int index) {
        return "[2,\"%d\",\"BootNotification\",{\"chargePointVendor\":\"\\u0000\",\"chargePointModel\":\"M\"}]"
                .formatted(index);
    }

    /** A BootNotification with new content each time. */
    static String boot(int index) {
        return "[2,\"%d\",\"BootNotification\",{\"chargePointVendor\":\"V\",\"chargePointModel\":\"M\",\"firmwareVersion\":\"%d\"}]"
                .formatted(index, index);
    }

    /** The number of the CALL that {@code answer} is the CALLRESULT of; -1 for a CALLERROR. */
    static int answered(String answer) {
        if (!answer.startsWith("[3,\"")) {
            return -1;
        }
        return Integer.parseInt(answer.substring(4, answer.indexOf('"', 4)));
    }
}
