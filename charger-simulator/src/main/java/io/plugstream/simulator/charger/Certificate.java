package io.plugstream.simulator.charger;

/**
 * What a charger keeps of a certificate: its use and its identifying hashes (RFC 6960, 4.1.1). Hashes are SHA-256; all
 * values are hexadecimal.
 */
public record Certificate(Use use, String issuerNameHash, String issuerKeyHash, String serialNumber) {

    /** The use of a certificate. */
    public enum Use {
        CENTRAL_SYSTEM_ROOT,
        MANUFACTURER_ROOT,
        MOBILITY_OPERATOR_ROOT,
        VEHICLE_TO_GRID_ROOT,
        VEHICLE_TO_GRID_CHAIN
    }

    boolean isSame(Certificate other) {
        return issuerNameHash.equalsIgnoreCase(other.issuerNameHash)
                && issuerKeyHash.equalsIgnoreCase(other.issuerKeyHash)
                && serialNumber.equalsIgnoreCase(other.serialNumber);
    }
}
