package io.plugstream.api.charger;

import io.plugstream.api.http.Problem;
import io.plugstream.api.http.ProblemType;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.quota.Tier;

/** How many chargers an organisation may register: the tier's number of live ones, and a fixed number in the sandbox. */
final class ChargerLimit {

    /** Test chargers of an organisation, whatever its tier. */
    static final int TEST_CHARGERS = 2;

    private ChargerLimit() {}

    /** How many more may be registered beside {@code chargers} of the mode; 0 if there are more than allowed already. */
    static long free(Mode mode, Tier tier, long chargers) {
        return Math.max(0, most(mode, tier) - chargers);
    }

    /** What is said to whoever registers one too many. */
    static Problem reached(Mode mode, Tier tier) {
        return switch (mode) {
            case LIVE ->
                Problem.of(
                        ProblemType.CHARGER_LIMIT_REACHED,
                        "The tier " + tier.wireName() + " allows " + tier.chargers() + " chargers.");
            case TEST ->
                Problem.of(
                        ProblemType.LIMIT_REACHED,
                        "An organisation may have at most " + TEST_CHARGERS + " test chargers.");
        };
    }

    private static long most(Mode mode, Tier tier) {
        return mode == Mode.LIVE ? tier.chargers() : TEST_CHARGERS;
    }
}
