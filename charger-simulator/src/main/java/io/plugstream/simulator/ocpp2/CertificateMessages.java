package io.plugstream.simulator.ocpp2;

import io.plugstream.simulator.charger.Answer;
import io.plugstream.simulator.charger.Certificate;
import io.plugstream.simulator.charger.Certificate.Use;
import io.plugstream.simulator.charger.CertificateRequest;
import io.plugstream.simulator.protocol.Fields;
import io.plugstream.simulator.protocol.MalformedRequest;
import io.plugstream.simulator.protocol.Spelling;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Reads and writes certificate messages (OCPP 2.0.1, part 2, A02 and M03 to M05). */
final class CertificateMessages {

    private static final String HASHES = "SHA256";

    private static final Map<String, Use> USES = Map.of(
            "CSMSRootCertificate", Use.CENTRAL_SYSTEM_ROOT,
            "ManufacturerRootCertificate", Use.MANUFACTURER_ROOT,
            "MORootCertificate", Use.MOBILITY_OPERATOR_ROOT,
            "V2GRootCertificate", Use.VEHICLE_TO_GRID_ROOT,
            "V2GCertificateChain", Use.VEHICLE_TO_GRID_CHAIN);

    private static final Map<String, Boolean> OWN = Map.of("ChargingStationCertificate", false, "V2GCertificate", true);

    private CertificateMessages() {}

    static CertificateRequest install(Fields fields) throws MalformedRequest {
        return new CertificateRequest.Install(fields.word("certificateType", USES), fields.text("certificate"));
    }

    static CertificateRequest read(JsonNode payload) throws MalformedRequest {
        return new CertificateRequest.Read(Set.copyOf(CommandReader.words(payload, "certificateType", USES)));
    }

    static CertificateRequest delete(JsonNode node) throws MalformedRequest {
        var hashes = new Fields(node);
        var certificate = new Certificate(
                Use.CENTRAL_SYSTEM_ROOT,
                hashes.text("issuerNameHash"),
                hashes.text("issuerKeyHash"),
                hashes.text("serialNumber"));
        return new CertificateRequest.Delete(hashes.text("hashAlgorithm").equals(HASHES) ? certificate : null);
    }

    static CertificateRequest signed(Fields fields) throws MalformedRequest {
        var isForCars = fields.optionalWord("certificateType", OWN);
        return new CertificateRequest.Signed(fields.text("certificateChain"), isForCars != null && isForCars);
    }

    static Map<String, ?> answer(Answer.Certificates answer) {
        if (answer.installed().isEmpty()) {
            return Map.of("status", "NotFound");
        }
        return Map.of(
                "status",
                "Accepted",
                "certificateHashDataChain",
                answer.installed().stream()
                        .map(certificate -> Map.of(
                                "certificateType", Spelling.of(USES, certificate.use()),
                                "certificateHashData",
                                        Map.of(
                                                "hashAlgorithm", HASHES,
                                                "issuerNameHash", certificate.issuerNameHash(),
                                                "issuerKeyHash", certificate.issuerKeyHash(),
                                                "serialNumber", certificate.serialNumber())))
                        .toList());
    }
}
