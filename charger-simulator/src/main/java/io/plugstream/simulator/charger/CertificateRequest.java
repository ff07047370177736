package io.plugstream.simulator.charger;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A central system's request about a charger's certificates. */
public sealed interface CertificateRequest extends Request {

    /**
     * Installs a certificate.
     *
     * @param pem the certificate, or a chain that begins with it
     */
    record Install(Certificate.Use use, String pem) implements CertificateRequest {}

    /**
     * Lists the installed certificates.
     *
     * @param uses empty for certificates of any use
     */
    record Read(Set<Certificate.Use> uses) implements CertificateRequest {}

    /**
     * Deletes a certificate, regardless of its use.
     *
     * @param certificate null if the charger does not support its hash algorithm
     */
    record Delete(@Nullable Certificate certificate) implements CertificateRequest {}

    /**
     * Delivers the charger's own certificate, which it requested.
     *
     * @param isForCars whether it is for connections to cars instead of the central system
     */
    record Signed(String pem, boolean isForCars) implements CertificateRequest {}
}
