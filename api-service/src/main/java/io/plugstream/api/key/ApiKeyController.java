package io.plugstream.api.key;

import io.plugstream.api.access.Caller;
import io.plugstream.api.http.JsonBody;
import io.plugstream.api.http.Problem;
import io.plugstream.api.http.ProblemType;
import io.plugstream.api.http.ResourceId;
import io.plugstream.model.organisation.Mode;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** Creates, lists and revokes API keys. */
@RestController
@RequestMapping("/api/v1/auth/api-keys")
class ApiKeyController {

    private static final int LONGEST_NAME = 100;

    private final ApiKeys keys;
    private final KeyDirectory directory;
    private final SecureRandom random = new SecureRandom();

    ApiKeyController(ApiKeys keys, KeyDirectory directory) {
        this.keys = keys;
        this.directory = directory;
    }

    @PostMapping
    Mono<ResponseEntity<CreatedKey>> create(Caller caller, @RequestBody JsonNode json) {
        WantedKey wanted = WantedKey.read(JsonBody.of(json), caller.mode());
        KeyText key = KeyText.generate(wanted.mode(), random);
        return keys.create(caller, wanted.name(), wanted.mode(), key)
                .map(made -> ResponseEntity.created(made.location())
                        .body(new CreatedKey(made.id(), made.name(), key.text(), made.createdAt())));
    }

    @GetMapping
    Mono<KeyList> list(Caller caller) {
        return keys.list(caller.organisationId(), visible(caller)).collectList().map(KeyList::new);
    }

    @DeleteMapping("/{keyId}")
    Mono<Message> revoke(Caller caller, @PathVariable String keyId) {
        return Mono.justOrEmpty(ResourceId.parse(keyId))
                .flatMap(id -> keys.revoke(caller, visible(caller), id))
                .doOnNext(directory::drop)
                .map(_ -> new Message("The API key was revoked."))
                .switchIfEmpty(
                        Mono.error(() -> Problem.of(ProblemType.NOT_FOUND).exception()));
    }

    /** API keys see the keys of their own mode, users see all. */
    private static @Nullable Mode visible(Caller caller) {
        return caller.credential() == Caller.Credential.API_KEY ? caller.mode() : null;
    }

    record CreatedKey(UUID id, String name, String key, Instant createdAt) {

        @Override
        public String toString() {
            return "CreatedKey[" + id + ']';
        }
    }

    record KeyList(List<ApiKey> apiKeys) {}

    record Message(String message) {}

    private record WantedKey(String name, Mode mode) {

        /** @param usual the mode if the body has none: the caller's */
        static WantedKey read(JsonBody body, Mode usual) {
            String name = body.requiredText("name", 1, LONGEST_NAME);
            Mode mode = body.choice("mode", Mode.values());
            body.check();
            return new WantedKey(Objects.requireNonNull(name), mode == null ? usual : mode);
        }
    }
}
