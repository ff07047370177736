package io.plugstream.simulator.charger;

import io.plugstream.model.digest.Sha256;
import io.plugstream.simulator.charger.Answer.Status;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The certificates of a charger. It parses them and keeps their hashes only: its connection uses its machine's trust
 * store, and it has no key of its own.
 */
final class Certificates {

    static final int MOST = 20;
    private static final int LONGEST = 10_000;

    /** In bits (RFC 5280, 4.1.2.2). */
    private static final int LONGEST_SERIAL = 160;

    private final Core core;

    Certificates(Core core) {
        this.core = core;
    }

    Answer obey(CertificateRequest request) {
        return switch (request) {
            case CertificateRequest.Install(var use, var pem) -> Answer.accepted(install(use, pem, true));
            case CertificateRequest.Read(var uses) ->
                new Answer.Certificates(present().stream()
                        .filter(known -> uses.isEmpty() || uses.contains(known.use()))
                        .toList());
            case CertificateRequest.Delete(var certificate) -> Answer.of(delete(certificate));
            case CertificateRequest.Signed(var pem, var isForCars) ->
                Answer.accepted(isForCars ? install(Certificate.Use.VEHICLE_TO_GRID_CHAIN, pem, false) : isValid(pem));
        };
    }

    private boolean install(Certificate.Use use, String pem, boolean isRoot) {
        var chain = read(pem, core.clockTime());
        if (chain.isEmpty()) {
            return false;
        }
        var first = chain.getFirst();
        var serial = first.getSerialNumber();
        if (serial.signum() < 0 || serial.bitLength() > LONGEST_SERIAL) {
            return false;
        }
        var isOwnIssuer = first.getSubjectX500Principal().equals(first.getIssuerX500Principal());
        if (isRoot != isOwnIssuer || (!isOwnIssuer && chain.size() < 2)) {
            return false;
        }
        var issuer = isOwnIssuer ? first : chain.get(1);
        if (!isSignedBy(first, issuer)) {
            return false;
        }
        var certificate = new Certificate(
                use,
                Sha256.hex(first.getIssuerX500Principal().getEncoded()),
                Sha256.hex(bits(issuer.getPublicKey())),
                serial.toString(16));
        var kept = new ArrayList<>(present());
        kept.removeIf(known -> known.use() == use && known.isSame(certificate));
        if (kept.size() >= MOST) {
            return false;
        }
        kept.add(certificate);
        core.changeStation(past -> past.certificates(kept));
        return true;
    }

    private boolean isValid(String pem) {
        return !read(pem, core.clockTime()).isEmpty();
    }

    private Status delete(@Nullable Certificate certificate) {
        var left = present().stream()
                .filter(known -> certificate == null || !known.isSame(certificate))
                .toList();
        var isFound = left.size() < present().size();
        core.changeStation(past -> past.certificates(left));
        return isFound ? Status.ACCEPTED : Status.NOT_FOUND;
    }

    private List<Certificate> present() {
        return core.state().station().certificates();
    }

    /** Parses a chain whose first certificate is valid now; empty if {@code pem} is not such a chain. */
    static List<X509Certificate> read(String pem, Instant now) {
        if (pem.length() > LONGEST) {
            return List.of();
        }
        try {
            var bytes = new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII));
            var chain = CertificateFactory.getInstance("X.509").generateCertificates(bytes).stream()
                    .map(X509Certificate.class::cast)
                    .toList();
            if (!chain.isEmpty()) {
                chain.getFirst().checkValidity(Date.from(now));
            }
            return chain;
        } catch (CertificateException _) {
            return List.of();
        }
    }

    private static boolean isSignedBy(X509Certificate certificate, X509Certificate issuer) {
        try {
            certificate.verify(issuer.getPublicKey());
            return true;
        } catch (GeneralSecurityException _) {
            return false;
        }
    }

    /**
     * The content of the BIT STRING at the end of a SubjectPublicKeyInfo, without its count of unused bits (RFC 5280,
     * 4.1).
     */
    private static byte[] bits(PublicKey key) {
        var info = key.getEncoded();
        var algorithm = Element.at(info, Element.at(info, 0).start());
        var bits = Element.at(info, algorithm.end());
        return Arrays.copyOfRange(info, bits.start() + 1, bits.end());
    }

    /** The range of a DER element's content. */
    private record Element(int start, int end) {

        private static final int LONG_FORM = 0x80;

        static Element at(byte[] der, int offset) {
            var first = Byte.toUnsignedInt(der[offset + 1]);
            var start = offset + 2;
            if (first < LONG_FORM) {
                return new Element(start, start + first);
            }
            var length = 0;
            for (var left = first - LONG_FORM; left > 0; left--) {
                length = length << Byte.SIZE | Byte.toUnsignedInt(der[start++]);
            }
            return new Element(start, start + length);
        }
    }
}
