package io.plugstream.simulator.charger;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a central system asks of a charger's certificates. */
public sealed interface CertificateRequest extends Request {

    /**
     * A certificate is to be trusted.
     *
     * @param pem it, or a chain that begins with it
     */
    record Install(Certificate.Use use, String pem) implements CertificateRequest {}

    /**
     * Which there are.
     *
     * @param uses any if there are none
     */
    record Read(Set<Certificate.Use> uses) implements CertificateRequest {}

    /**
     * A certificate is to go, whatever it is for.
     *
     * @param certificate null if its hashes are not of a kind that the charger makes
     */
    record Delete(@Nullable Certificate certificate) implements CertificateRequest {}

    /**
     * The charger's own certificate, as it asked for it.
     *
     * @param isForCars whether cars are shown it, and not the central system
     */
    record Signed(String pem, boolean isForCars) implements CertificateRequest {}
}
