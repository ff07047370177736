package io.plugstream.model.charger;

import io.plugstream.model.organisation.Mode;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A charger that may connect.
 *
 * @param passwordHash lower-case hexadecimal SHA-256 of the password's UTF-8 bytes; passwords are 256 random bits, so a
 *     fast hash is enough
 * @param registeredAt distinguishes this registration from an earlier one of the same id
 * @param nextPassword the password that the charger uses after its next reboot; null if a reboot changes nothing
 */
public record ChargerRegistration(
        String organisationId,
        String chargeBoxId,
        Mode mode,
        String passwordHash,
        Instant registeredAt,
        @Nullable NextPassword nextPassword) {

    /**
     * A password that a charger has accepted but uses only after a reboot (ADR 119).
     *
     * @param commandId the command that set it
     * @param hash as {@code passwordHash}
     */
    public record NextPassword(UUID commandId, String hash) {

        @Override
        public String toString() {
            return "NextPassword[" + commandId + ']';
        }
    }

    /** A charger with one password. */
    public ChargerRegistration(
            String organisationId, String chargeBoxId, Mode mode, String passwordHash, Instant registeredAt) {
        this(organisationId, chargeBoxId, mode, passwordHash, registeredAt, null);
    }

    /** This registration with {@code next} as its only password. */
    public ChargerRegistration using(NextPassword next) {
        return new ChargerRegistration(organisationId, chargeBoxId, mode, next.hash(), registeredAt);
    }

    /** Whether a charger that used the password of {@code other} may stay connected, in the same mode. */
    public boolean admitsAs(ChargerRegistration other) {
        return mode == other.mode
                && (passwordHash.equals(other.passwordHash)
                        || (nextPassword != null && nextPassword.hash().equals(other.passwordHash)));
    }

    @Override
    public String toString() {
        return "ChargerRegistration[" + organisationId + '/' + chargeBoxId + ", " + mode + ']';
    }
}
