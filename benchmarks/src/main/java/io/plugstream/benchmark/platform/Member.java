package io.plugstream.benchmark.platform;

import java.util.List;

/** An organisation with a key and registered chargers. */
public record Member(String organisation, String key, List<Registered> chargers) {

    public Member {
        chargers = List.copyOf(chargers);
    }

    /** A charger and its password. */
    public record Registered(String chargeBoxId, String password) {}
}
