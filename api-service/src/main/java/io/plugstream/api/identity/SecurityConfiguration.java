package io.plugstream.api.identity;

import io.plugstream.api.problem.Fault;
import io.plugstream.api.problem.Problem;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.annotation.web.reactive.EnableWebFluxSecurity;
import org.springframework.security.config.observation.SecurityObservationSettings;
import org.springframework.security.config.web.server.SecurityWebFiltersOrder;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.authentication.AuthenticationWebFilter;
import org.springframework.security.web.server.context.NoOpServerSecurityContextRepository;
import org.springframework.security.web.server.firewall.ServerExchangeRejectedHandler;
import org.springframework.security.web.server.firewall.ServerWebExchangeFirewall;
import org.springframework.security.web.server.firewall.StrictServerWebExchangeFirewall;
import reactor.core.publisher.Mono;

/** Which paths need which credential. Stateless: every request shows its own. */
@Configuration(proxyBeanMethods = false)
@EnableWebFluxSecurity
class SecurityConfiguration {

    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE)
    SecurityWebFilterChain management(ServerHttpSecurity http) {
        return stateless(http)
                .securityMatcher(Paths.MANAGEMENT::match)
                .authorizeExchange(exchange -> exchange.anyExchange().permitAll())
                .build();
    }

    @Bean
    SecurityWebFilterChain api(ServerHttpSecurity http, Authenticator authenticator, Refusals refusals) {
        return stateless(http)
                .addFilterAt(authentication(authenticator, refusals), SecurityWebFiltersOrder.AUTHENTICATION)
                .exceptionHandling(handling -> handling.authenticationEntryPoint(
                                (exchange, _) -> refusals.unauthenticated(exchange))
                        .accessDeniedHandler((exchange, _) -> refusals.denied(exchange)))
                .authorizeExchange(exchange -> exchange.matchers(Paths.OPERATOR_API::match)
                        .hasAuthority(CallerAuthentication.OPERATOR)
                        .matchers(Paths.ORGANISATION_API::match)
                        .hasAuthority(CallerAuthentication.MEMBER)
                        .anyExchange()
                        .permitAll())
                .build();
    }

    private static AuthenticationWebFilter authentication(Authenticator authenticator, Refusals refusals) {
        AuthenticationWebFilter filter = new AuthenticationWebFilter(authenticator);
        filter.setServerAuthenticationConverter(exchange -> Mono.justOrEmpty(
                        CredentialReader.read(exchange.getRequest().getHeaders()))
                .map(PresentedCredential::new));
        filter.setSecurityContextRepository(NoOpServerSecurityContextRepository.getInstance());
        filter.setAuthenticationFailureHandler((web, _) -> refusals.unauthenticated(web.getExchange()));
        return filter;
    }

    private static ServerHttpSecurity stateless(ServerHttpSecurity http) {
        return http.csrf(ServerHttpSecurity.CsrfSpec::disable)
                .formLogin(ServerHttpSecurity.FormLoginSpec::disable)
                .httpBasic(ServerHttpSecurity.HttpBasicSpec::disable)
                .logout(ServerHttpSecurity.LogoutSpec::disable)
                .requestCache(ServerHttpSecurity.RequestCacheSpec::disable)
                .securityContextRepository(NoOpServerSecurityContextRepository.getInstance());
    }

    /** Watching every filter on its own costs a tenth of a request; the request as a whole is watched. */
    @Bean
    SecurityObservationSettings observations() {
        return SecurityObservationSettings.noObservations();
    }

    /** Ids in paths may hold these characters, percent-encoded. Which methods a path takes is said by its routes. */
    @Bean
    ServerWebExchangeFirewall firewall() {
        StrictServerWebExchangeFirewall firewall = new StrictServerWebExchangeFirewall();
        firewall.setUnsafeAllowAnyHttpMethod(true);
        firewall.setAllowSemicolon(true);
        firewall.setAllowUrlEncodedPercent(true);
        firewall.setAllowUrlEncodedPeriod(true);
        return firewall;
    }

    @Bean
    ServerExchangeRejectedHandler rejectedExchanges() {
        return (_, _) -> Mono.error(
                Problem.invalid(List.of(new Fault("", "the path or a header has characters that are not allowed")))
                        .exception());
    }
}
