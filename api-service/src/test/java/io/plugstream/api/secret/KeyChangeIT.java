package io.plugstream.api.secret;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.RunningService;
import io.plugstream.api.RunningService.Database;
import io.plugstream.base.secret.SecretCipher;
import io.plugstream.base.secret.SecretKeyProperties;
import io.plugstream.base.secret.SecretOwner;
import io.plugstream.parts.RealParts;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A change of the keys while replicas are restarted one by one. */
class KeyChangeIT {

    private static final String SECRET = "0123456789abcdef";
    private static final String OLD = "old:" + Base64.getEncoder().encodeToString(new byte[32]);
    private static final String NEXT = "next:" + Base64.getEncoder().encodeToString(new byte[32]);

    private final Database database = Database.fresh(RealParts.postgres());
    private final UUID webhook = UUID.randomUUID();
    private final SecretOwner owner = new SecretOwner("acme", webhook.toString());

    /** The old replica serves until the new one is ready, which has then resealed what there was. */
    @Test
    void secretsThatAnOldReplicaSealedSinceTheStartAreSealedAgain() {
        resealWithFormer("NULL, NULL");

        assertThat(cipher(NEXT).open(stored(), owner)).isEqualTo(SECRET);
    }

    /** Its key was removed, because it no longer signs. */
    @Test
    void anExpiredFormerSecretThatDoesNotOpenIsDroppedAndThePresentOneSealedAgain() {
        resealWithFormer("'enc:v1:gone:AAAA', now() - interval '1 hour'");

        assertThat(cipher(NEXT).open(stored(), owner)).isEqualTo(SECRET);
        assertThat(database.ask("SELECT count(*) FROM webhooks WHERE former_secret IS NOT NULL"))
                .isEqualTo("0");
    }

    /** Adds a webhook whose present secret is sealed with the old key. */
    private void resealWithFormer(String former) {
        try (RunningService next =
                RunningService.start(RealParts.kafka(), database, "--plugstream.secrets.keys=" + NEXT + ',' + OLD)) {
            database.run("INSERT INTO organisations VALUES ('acme', 'Acme', 'Scale', ?)", Instant.now());
            database.run(
                    "INSERT INTO webhooks VALUES"
                            + " (?, 'acme', 'live', 'https://example.com/', '{charger.boot}', true, ?, ?, " + former
                            + ')',
                    webhook,
                    cipher(OLD).seal(SECRET, owner),
                    Instant.now());

            next.bean(SecretSealing.class).reseal();
        }
    }

    private String stored() {
        return database.ask("SELECT secret FROM webhooks WHERE id = ?", webhook);
    }

    private static SecretCipher cipher(String key) {
        return new SecretKeyProperties(List.of(key)).cipher();
    }
}
