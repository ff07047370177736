package io.plugstream.benchmark.neighbours;

import java.util.List;

/** An organisation with a key and registered chargers. */
record Member(String organisation, String key, List<Registered> chargers) {

    Member {
        chargers = List.copyOf(chargers);
    }

    /** A charger and its password. */
    record Registered(String chargeBoxId, String password) {}
}
