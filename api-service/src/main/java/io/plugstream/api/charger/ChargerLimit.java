package io.plugstream.api.charger;

import io.plugstream.api.problem.Problem;
import io.plugstream.api.problem.ProblemException;
import io.plugstream.api.problem.ProblemType;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.quota.Tier;
import java.util.Optional;

/** How many chargers an organisation may register: the tier's number of live ones, and a fixed number in the sandbox. */
final class ChargerLimit {

    /** Test chargers of an organisation, whatever its tier. */
    static final int TEST_CHARGERS = 2;

    private ChargerLimit() {}

    /**
     * Why one more may not be registered, if so.
     *
     * @param chargers those of the mode
     * @param taken whether the organisation uses the id already, in either mode
     */
    static Optional<ProblemException> refusal(Mode mode, Tier tier, long chargers, boolean taken) {
        if (taken) {
            return problem(ProblemType.CONFLICT, "A charger with this chargeBoxId is registered already.");
        }
        return switch (mode) {
            case LIVE ->
                chargers < tier.chargers()
                        ? Optional.empty()
                        : problem(
                                ProblemType.CHARGER_LIMIT_REACHED,
                                "The tier " + tier.wireName() + " allows " + tier.chargers() + " chargers.");
            case TEST ->
                chargers < TEST_CHARGERS
                        ? Optional.empty()
                        : problem(
                                ProblemType.LIMIT_REACHED,
                                "An organisation may have at most " + TEST_CHARGERS + " test chargers.");
        };
    }

    private static Optional<ProblemException> problem(ProblemType type, String detail) {
        return Optional.of(Problem.of(type, detail).exception());
    }
}
