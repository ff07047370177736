package io.plugstream.model.charger;

import io.plugstream.model.organisation.Mode;
import java.time.Instant;

/**
 * A charger that may connect.
 *
 * @param passwordHash lower-case hexadecimal SHA-256 of the password's UTF-8 bytes; passwords are 256 random bits, so a
 *     fast hash is enough
 * @param registeredAt distinguishes this registration from an earlier one of the same id
 */
public record ChargerRegistration(
        String organisationId, String chargeBoxId, Mode mode, String passwordHash, Instant registeredAt) {

    /** Whether a charger that {@code other} admits may also connect under this registration, in the same mode. */
    public boolean admitsAs(ChargerRegistration other) {
        return passwordHash.equals(other.passwordHash) && mode == other.mode;
    }

    @Override
    public String toString() {
        return "ChargerRegistration[" + organisationId + '/' + chargeBoxId + ", " + mode + ']';
    }
}
