package io.plugstream.simulator.ocpp2;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.simulator.protocol.MalformedRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Certificates and signed firmware of an OCPP 2.0.1 station. */
class CertificateCommandsTest {

    /** Hashes as printed by openssl ocsp. */
    private static final String HASHES = "{'hashAlgorithm':'SHA256',"
            + "'issuerNameHash':'9F6D9BE12225BB6A99E732CC40CB661510BC331F9A11B1FC0AA542023C5C86C3',"
            + "'issuerKeyHash':'CC9366094078D1A79F43E10B75AC587C8608F740CFD18BE9E2D49784B3E1342F','serialNumber':'%s'}";

    private final StationBench bench = new StationBench(Instant.parse("2027-01-31T09:00:00Z"));

    @Test
    void certificatesAreInstalledListedAndDeleted() throws Exception {
        assertThat(bench.asked("GetInstalledCertificateIds", "{}")).isEqualTo("{'status':'NotFound'}");
        assertThat(install("CSMSRootCertificate", "root")).isEqualTo("{'status':'Accepted'}");
        assertThat(install("CSMSRootCertificate", "root"))
                .as("the same once more")
                .isEqualTo("{'status':'Accepted'}");
        assertThat(install("CSMSRootCertificate", "chain"))
                .as("a certificate signed by another is not a root")
                .isEqualTo("{'status':'Rejected'}");
        assertThat(install("CSMSRootCertificate", "long-serial"))
                .as("a serial number too long for an answer")
                .isEqualTo("{'status':'Rejected'}");
        assertThat(bench.asked(
                        "InstallCertificate", "{'certificateType':'MORootCertificate','certificate':'nonsense'}"))
                .isEqualTo("{'status':'Rejected'}");
        bench.handOver();
        assertThat(inLowerCase(
                        bench.asked("GetInstalledCertificateIds", "{'certificateType':['CSMSRootCertificate']}")))
                .isEqualTo(inLowerCase("{'status':'Accepted','certificateHashDataChain':"
                        + "[{'certificateType':'CSMSRootCertificate','certificateHashData':" + HASHES.formatted("F1")
                        + "}]}"));
        assertThat(bench.asked("GetInstalledCertificateIds", "{'certificateType':['MORootCertificate']}"))
                .isEqualTo("{'status':'NotFound'}");
        assertThat(delete(HASHES.formatted("F2"))).isEqualTo("{'status':'NotFound'}");
        assertThat(delete(HASHES.formatted("F1").replace("SHA256", "SHA512"))).isEqualTo("{'status':'NotFound'}");
        assertThat(delete(HASHES.formatted("F1"))).isEqualTo("{'status':'Accepted'}");
        assertThat(bench.charger().state().station().certificates()).isEmpty();
    }

    @Test
    void itsOwnCertificateIsReadAndThatForCarsIsListed() throws Exception {
        assertThat(signed("chain", "ChargingStationCertificate")).isEqualTo("{'status':'Accepted'}");
        assertThat(bench.asked("GetInstalledCertificateIds", "{}")).isEqualTo("{'status':'NotFound'}");
        assertThat(signed("chain", "V2GCertificate")).isEqualTo("{'status':'Accepted'}");
        assertThat(bench.asked("GetInstalledCertificateIds", "{'certificateType':['V2GCertificateChain']}"))
                .containsIgnoringCase("'serialNumber':'A2'")
                .containsIgnoringCase("CC9366094078D1A79F43E10B75AC587C8608F740CFD18BE9E2D49784B3E1342F");
        assertThat(bench.asked("CertificateSigned", "{'certificateChain':'nonsense'}"))
                .isEqualTo("{'status':'Rejected'}");
        bench.reach(Instant.parse("2127-01-31T09:00:00Z"));
        assertThat(signed("chain", "ChargingStationCertificate"))
                .as("long expired")
                .isEqualTo("{'status':'Rejected'}");
    }

    @Test
    void signedFirmwareIsVerified() throws Exception {
        var firmware = "{'requestId':%d,'firmware':{'location':'ftp://x','retrieveDateTime':'2027-01-31T%s:00:00Z',"
                + "'signingCertificate':'%s','signature':'x'}}";
        assertThat(bench.asked("UpdateFirmware", firmware.formatted(1, "08", "nonsense")))
                .isEqualTo("{'status':'InvalidCertificate'}");
        assertThat(bench.asked("UpdateFirmware", firmware.formatted(2, "10", pem("root"))))
                .isEqualTo("{'status':'Accepted'}");
        assertThat(bench.asked("UpdateFirmware", firmware.formatted(3, "08", pem("root"))))
                .isEqualTo("{'status':'AcceptedCanceled'}");
        bench.pass(Duration.ofSeconds(10));
        assertThat(bench.takeSent("FirmwareStatusNotification"))
                .extracting(status -> status.path("requestId").asInt() + " "
                        + status.path("status").asString())
                .containsExactly(
                        "2 DownloadScheduled",
                        "3 Downloading",
                        "3 Downloaded",
                        "3 SignatureVerified",
                        "3 Installing",
                        "3 Installed");
    }

    private static JsonNode inLowerCase(String json) {
        return StationBench.parsed(json.toLowerCase(Locale.ROOT));
    }

    private String install(String use, String file) throws Exception {
        return bench.asked("InstallCertificate", "{'certificateType':'" + use + "','certificate':'" + pem(file) + "'}");
    }

    private String signed(String file, String use) throws Exception {
        return bench.asked(
                "CertificateSigned", "{'certificateType':'" + use + "','certificateChain':'" + pem(file) + "'}");
    }

    private String delete(String hashes) throws MalformedRequest {
        return bench.asked("DeleteCertificate", "{'certificateHashData':" + hashes + "}");
    }

    /** The file's text, escaped for JSON. */
    private static String pem(String name) throws IOException {
        try (var file = CertificateCommandsTest.class.getResourceAsStream("/certificates/" + name + ".pem")) {
            return new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.US_ASCII)
                    .replace("\n", "\\n");
        }
    }
}
