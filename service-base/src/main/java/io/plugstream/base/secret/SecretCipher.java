package io.plugstream.base.secret;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;

/**
 * Seals (encrypts) secrets with AES-256-GCM, each for its owner. A sealed secret is
 * {@code enc:v1:<key id>:<base64url of nonce and ciphertext>}; its prefix and its owner are authenticated data.
 */
public final class SecretCipher {

    private static final String PREFIX = "enc:v1:";
    private static final String ALGORITHM = "AES/GCM/NoPadding";
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;

    private final EncryptionKey first;
    private final Map<String, EncryptionKey> keys;
    private final SecureRandom random = new SecureRandom();

    SecretCipher(List<EncryptionKey> keys) {
        this.first = keys.getFirst();
        this.keys = keys.stream().collect(Collectors.toUnmodifiableMap(EncryptionKey::id, Function.identity()));
    }

    /** Seals with the first key. May block for randomness. */
    public String seal(String clear, SecretOwner owner) {
        String head = head(first);
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        try {
            Cipher cipher = cipher(Cipher.ENCRYPT_MODE, first, nonce, head, owner);
            byte[] sealed = cipher.doFinal(clear.getBytes(StandardCharsets.UTF_8));
            byte[] all = ByteBuffer.allocate(nonce.length + sealed.length)
                    .put(nonce)
                    .put(sealed)
                    .array();
            return head + Base64.getUrlEncoder().withoutPadding().encodeToString(all);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }

    /** Whether {@code stored} is sealed with the first key and need not be sealed again. */
    public boolean isCurrent(String stored) {
        return stored.startsWith(head(first));
    }

    /**
     * The clear text of a sealed secret.
     *
     * @throws UnreadableSecretException if it is not sealed, or no configured key opens it for this owner
     */
    public String open(String stored, SecretOwner owner) {
        if (!stored.startsWith(PREFIX)) {
            throw new UnreadableSecretException("a secret is not sealed");
        }
        int end = stored.indexOf(':', PREFIX.length());
        EncryptionKey key = end < 0 ? null : keys.get(stored.substring(PREFIX.length(), end));
        if (key == null) {
            throw new UnreadableSecretException("the key of a secret is not among plugstream.secrets.keys");
        }
        return open(stored.substring(end + 1), key, owner);
    }

    private static String open(String base64, EncryptionKey key, SecretOwner owner) {
        try {
            ByteBuffer all = ByteBuffer.wrap(Base64.getUrlDecoder().decode(base64));
            if (all.remaining() < NONCE_BYTES + TAG_BITS / Byte.SIZE) {
                throw new IllegalArgumentException("too short");
            }
            byte[] nonce = new byte[NONCE_BYTES];
            all.get(nonce);
            byte[] sealed = new byte[all.remaining()];
            all.get(sealed);
            Cipher cipher = cipher(Cipher.DECRYPT_MODE, key, nonce, head(key), owner);
            return new String(cipher.doFinal(sealed), StandardCharsets.UTF_8);
        } catch (AEADBadTagException | IllegalArgumentException e) {
            throw new UnreadableSecretException("a secret does not open for its owner with key " + key.id());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }

    private static Cipher cipher(int mode, EncryptionKey key, byte[] nonce, String head, SecretOwner owner)
            throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance(ALGORITHM);
        cipher.init(mode, key.key(), new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(head.getBytes(StandardCharsets.UTF_8));
        cipher.updateAAD(owner.bytes());
        return cipher;
    }

    private static String head(EncryptionKey key) {
        return PREFIX + key.id() + ':';
    }
}
