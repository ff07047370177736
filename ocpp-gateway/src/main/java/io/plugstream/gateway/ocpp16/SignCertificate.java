package io.plugstream.gateway.ocpp16;

import io.plugstream.gateway.payload.Fields;
import io.plugstream.model.event.ChargerNotification;

/** The charger requests a certificate (OCPP 1.6 security whitepaper). Plugstream is no authority and rejects it. */
public record SignCertificate(String csr) implements Notification {

    static SignCertificate read(Fields fields) {
        return new SignCertificate(fields.text("csr", 5500));
    }

    @Override
    public ChargerNotification content() {
        return new ChargerNotification.CertificateRequest(csr);
    }

    @Override
    public Response answer() {
        return new Response.Status("Rejected");
    }
}
