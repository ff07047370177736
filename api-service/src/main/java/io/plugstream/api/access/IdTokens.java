package io.plugstream.api.access;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.source.JWKSetUnavailableException;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import io.plugstream.api.http.BlockingCall;
import io.plugstream.api.http.Problem;
import io.plugstream.api.http.ProblemType;
import io.plugstream.api.organisation.TenantId;
import java.text.ParseException;
import java.time.Clock;
import java.time.Duration;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Verifies ID tokens: signature (RS256 or ES256 with the provider's keys), {@code iss}, {@code aud}, {@code exp} and
 * {@code nbf}. Keys are fetched when the service is ready, cached, refreshed before they expire, and kept during an
 * outage of the provider. An unknown {@code kid} triggers a fetch, at most twice in 30 seconds. Tokens that wait for one
 * have their own threads, so that tokens with made-up keys cannot delay the others while the provider is silent.
 */
@Component
public class IdTokens {

    private static final Logger log = LoggerFactory.getLogger(IdTokens.class);
    private static final JWKSelector ANY_KEY = new JWKSelector(new JWKMatcher.Builder().build());
    private static final Set<JWSAlgorithm> ALGORITHMS = Set.of(JWSAlgorithm.RS256, JWSAlgorithm.ES256);
    private static final Duration OUTAGE = Duration.ofHours(24);
    private static final int LONGEST_TOKEN = 8 * 1024;
    private static final int THREADS = 16;
    private static final int QUEUE = 10_000;
    private static final int FETCHING_THREADS = 2;
    private static final int FETCHING_QUEUE = 100;

    private final IdentityProperties properties;
    private final ProviderKeys keys;
    private final JWKSource<SecurityContext> cachedKeys;
    private final DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();
    private final Scheduler threads = Schedulers.newBoundedElastic(THREADS, QUEUE, "id-tokens", 60, true);
    private final Scheduler fetchingThreads =
            Schedulers.newBoundedElastic(FETCHING_THREADS, FETCHING_QUEUE, "id-tokens-of-unknown-keys", 60, true);

    @Autowired
    IdTokens(IdentityProperties properties, Clock clock) {
        this(
                properties,
                clock,
                new KeyTimes(
                        Duration.ofMinutes(5), Duration.ofMinutes(1), Duration.ofSeconds(5), Duration.ofSeconds(30)));
    }

    IdTokens(IdentityProperties properties, Clock clock, KeyTimes times) {
        this.properties = properties;
        this.keys = new ProviderKeys(properties);
        this.cachedKeys = JWKSourceBuilder.create(keys)
                .cache(times.fresh().toMillis(), times.patience().toMillis())
                .refreshAheadCache(times.refreshAhead().toMillis(), true)
                .rateLimited(times.refetch().toMillis())
                .outageTolerant(OUTAGE.toMillis())
                .build();
        processor.setJWSKeySelector(new JWSVerificationKeySelector<>(ALGORITHMS, cachedKeys));
        processor.setJWTClaimsSetVerifier(claimsVerifier(properties, clock));
    }

    /** The first caller should not have to wait for the provider, nor get 503 when it is slow once. */
    @EventListener(ApplicationReadyEvent.class)
    void fetchKeys() {
        var _ = fetchingThreads.schedule(() -> {
            try {
                var _ = cachedKeys.get(ANY_KEY, null);
            } catch (KeySourceException e) {
                log.warn(
                        "The identity provider is unavailable; the next token is verified with another attempt: {}",
                        e.getMessage());
            }
        });
    }

    /** The verified token; empty if it is invalid. Fails with {@code unavailable} if the keys cannot be fetched. */
    public Mono<IdToken> verify(String token) {
        return BlockingCall.on(threads, () -> parsed(token))
                .flatMap(Mono::justOrEmpty)
                .flatMap(parsed -> BlockingCall.on(
                        keys.mayVerify(parsed) ? Schedulers.immediate() : fetchingThreads, () -> verified(parsed)))
                .flatMap(Mono::justOrEmpty);
    }

    private static Optional<SignedJWT> parsed(String token) {
        if (token.length() > LONGEST_TOKEN) {
            return Optional.empty();
        }
        try {
            return Optional.of(SignedJWT.parse(token));
        } catch (ParseException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private Optional<IdToken> verified(SignedJWT token) throws JOSEException {
        try {
            return read(processor.process(token, null));
        } catch (KeySourceException e) {
            return refuse(e);
        } catch (ParseException | BadJOSEException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** No keys at all means an outage. Keys without a match, while the fetch limit is reached, mean a bad token. */
    private Optional<IdToken> refuse(KeySourceException failure) {
        if (keys.everFetched() && !(failure instanceof JWKSetUnavailableException)) {
            return Optional.empty();
        }
        throw Problem.of(ProblemType.UNAVAILABLE, "The identity provider is unavailable; API keys still work.")
                .exception();
    }

    private Optional<IdToken> read(JWTClaimsSet claims) throws ParseException {
        boolean operator = roles(claims).contains(properties.operatorRole());
        String subject = claims.getSubject();
        String organisation = claims.getStringClaim(properties.organisationClaim());
        if (!isStorable(subject) || (organisation == null ? !operator : !TenantId.isValid(organisation))) {
            return Optional.empty();
        }
        return Optional.of(new IdToken(subject, organisation, operator, claims));
    }

    /** Whether the database can store the subject, as the creator of a key, for instance. */
    private static boolean isStorable(@Nullable String subject) {
        return subject != null && subject.indexOf(0) < 0;
    }

    private List<?> roles(JWTClaimsSet claims) {
        return switch (claims.getClaim(properties.rolesClaim())) {
            case List<?> roles -> roles;
            case String role -> List.of(role);
            case null, default -> List.of();
        };
    }

    private static DefaultJWTClaimsVerifier<SecurityContext> claimsVerifier(
            IdentityProperties properties, Clock clock) {
        JWTClaimsSet exact = new JWTClaimsSet.Builder()
                .issuer(properties.issuer().toString())
                .build();
        return new DefaultJWTClaimsVerifier<>(properties.audience(), exact, Set.of("sub", "exp")) {
            @Override
            protected Date currentTime() {
                return Date.from(clock.instant());
            }
        };
    }

    /**
     * When keys are fetched again.
     *
     * @param fresh how long fetched keys are used without another fetch
     * @param refreshAhead how long before the end of {@code fresh} they are fetched again
     * @param patience how long a token waits for a fetch under way
     * @param refetch the time in which tokens of unknown keys cause at most two fetches
     */
    record KeyTimes(Duration fresh, Duration refreshAhead, Duration patience, Duration refetch) {}

    /**
     * A verified token.
     *
     * @param organisationId null for an operator without an organisation
     * @param claims all claims of the token
     */
    public record IdToken(String subject, @Nullable String organisationId, boolean operator, JWTClaimsSet claims) {

        @Override
        public String toString() {
            return "IdToken[" + subject + ']';
        }
    }
}
