package io.plugstream.gateway.payload;

import java.util.Set;

/** The words of sampled values that all OCPP versions define (OCPP 1.6, 7.30, 7.34 and 7.35). */
public final class SampleWords {

    public static final Set<String> CONTEXTS = Words.of("""
            Interruption.Begin Interruption.End Other Sample.Clock Sample.Periodic Transaction.Begin Transaction.End
            Trigger
            """);

    public static final Set<String> LOCATIONS = Set.of("Body", "Cable", "EV", "Inlet", "Outlet");

    public static final Set<String> PHASES =
            Set.of("L1", "L2", "L3", "N", "L1-N", "L2-N", "L3-N", "L1-L2", "L2-L3", "L3-L1");

    private SampleWords() {}
}
