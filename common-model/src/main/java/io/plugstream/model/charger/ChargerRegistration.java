package io.plugstream.model.charger;

import io.plugstream.model.organisation.Mode;

/**
 * A charger that may connect.
 *
 * @param passwordHash lower-case hexadecimal SHA-256 of the password's UTF-8 bytes; passwords are 256 random bits, so a
 *     fast hash is enough
 */
public record ChargerRegistration(String organisationId, String chargeBoxId, Mode mode, String passwordHash) {

    @Override
    public String toString() {
        return "ChargerRegistration[" + organisationId + '/' + chargeBoxId + ", " + mode + ']';
    }
}
