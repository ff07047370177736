package io.plugstream.api.charger;

import io.plugstream.api.http.Problem;
import io.plugstream.api.http.ProblemType;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.quota.Tier;

/** How many chargers an organisation may register: live ones up to the tier's limit, test ones up to a fixed number. */
final class ChargerLimit {

    /** The same in every tier. */
    static final int TEST_CHARGERS = 2;

    private ChargerLimit() {}

    /** How many more chargers may be registered; 0 if {@code chargers} already exceeds the limit. */
    static long free(Mode mode, Tier tier, long chargers) {
        return Math.max(0, most(mode, tier) - chargers);
    }

    /** The problem for a registration beyond the limit. */
    static Problem reached(Mode mode, Tier tier) {
        return switch (mode) {
            case LIVE ->
                Problem.of(
                        ProblemType.CHARGER_LIMIT_REACHED,
                        "The tier " + tier.wireName() + " allows " + tier.chargers()
                                + (tier.chargers() == 1 ? " charger." : " chargers."));
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
