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

    /** The old replica serves until the new one is ready, which has then resealed what there was. */
    @Test
    void secretsThatAnOldReplicaSealedSinceTheStartAreSealedAgain() {
        Database database = Database.fresh(RealParts.postgres());
        UUID webhook = UUID.randomUUID();
        SecretOwner owner = new SecretOwner("acme", webhook.toString());
        try (RunningService next =
                RunningService.start(RealParts.kafka(), database, "--plugstream.secrets.keys=" + NEXT + ',' + OLD)) {
            database.run("INSERT INTO organisations VALUES ('acme', 'Acme', 'Scale', ?)", Instant.now());
            database.run(
                    "INSERT INTO webhooks VALUES"
                            + " (?, 'acme', 'live', 'https://example.com/', '{charger.boot}', true, ?, ?)",
                    webhook,
                    cipher(OLD).seal(SECRET, owner),
                    Instant.now());

            next.bean(SecretSealing.class).reseal();
        }

        String stored = database.ask("SELECT secret FROM webhooks WHERE id = ?", webhook);
        assertThat(cipher(NEXT).open(stored, owner)).isEqualTo(SECRET);
    }

    private static SecretCipher cipher(String key) {
        return new SecretKeyProperties(List.of(key)).cipher();
    }
}
