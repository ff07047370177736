package io.plugstream.api.portal;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import io.plugstream.local.process.FreePorts;
import jakarta.servlet.http.HttpServlet;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;
import org.springframework.context.annotation.Bean;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.config.annotation.web.configuration.OAuth2AuthorizationServerConfiguration;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;
import org.springframework.security.oauth2.core.oidc.OidcScopes;
import org.springframework.security.oauth2.core.oidc.endpoint.OidcParameterNames;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.server.authorization.client.InMemoryRegisteredClientRepository;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClient;
import org.springframework.security.oauth2.server.authorization.settings.AuthorizationServerSettings;
import org.springframework.security.oauth2.server.authorization.settings.ClientSettings;
import org.springframework.security.oauth2.server.authorization.token.JwtEncodingContext;
import org.springframework.security.oauth2.server.authorization.token.OAuth2TokenCustomizer;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.context.support.AnnotationConfigWebApplicationContext;
import org.springframework.web.filter.DelegatingFilterProxy;

/**
 * Spring Authorization Server as an identity provider. Its only client, the portal, has no secret, so only PKCE proves
 * who redeems a code. Ada, Bob and Eve sign in with the same password, and consent once to the portal's request.
 */
final class SpringProvider implements AutoCloseable {

    static final String PASSWORD = "correct";

    private final URI issuer;
    private final Tomcat tomcat = new Tomcat();
    private final AnnotationConfigWebApplicationContext spring = new AnnotationConfigWebApplicationContext();

    private SpringProvider(int port) {
        this.issuer = URI.create("http://localhost:" + port);
    }

    static SpringProvider start(URI portal) throws IOException, LifecycleException {
        SpringProvider provider = new SpringProvider(FreePorts.one());
        provider.listen(portal);
        return provider;
    }

    private void listen(URI portal) throws IOException, LifecycleException {
        tomcat.setBaseDir(Files.createTempDirectory("spring-provider").toString());
        Connector connector = new Connector();
        connector.setPort(issuer.getPort());
        connector.setProperty("address", "localhost");
        tomcat.setConnector(connector);
        Context context =
                tomcat.addContext("", tomcat.getServer().getCatalinaBase().getPath());
        // Requests that no filter answers get 404.
        Tomcat.addServlet(context, "nothing", new HttpServlet() {});
        context.addServletMappingDecoded("/", "nothing");
        spring.setServletContext(context.getServletContext());
        spring.register(Settings.class);
        spring.addBeanFactoryPostProcessor(beans -> {
            beans.registerSingleton("clients", new InMemoryRegisteredClientRepository(client(portal)));
            beans.registerSingleton(
                    "address",
                    AuthorizationServerSettings.builder()
                            .issuer(issuer.toString())
                            .build());
        });
        spring.refresh();
        addFilter(context);
        tomcat.start();
    }

    private void addFilter(Context context) {
        FilterDef filter = new FilterDef();
        filter.setFilterName("security");
        filter.setFilter(new DelegatingFilterProxy("springSecurityFilterChain", spring));
        context.addFilterDef(filter);
        FilterMap everywhere = new FilterMap();
        everywhere.setFilterName("security");
        everywhere.addURLPattern("/*");
        context.addFilterMap(everywhere);
    }

    private static RegisteredClient client(URI portal) {
        return RegisteredClient.withId(UUID.randomUUID().toString())
                .clientId("plugstream")
                .clientAuthenticationMethod(ClientAuthenticationMethod.NONE)
                .authorizationGrantType(AuthorizationGrantType.AUTHORIZATION_CODE)
                .redirectUri(portal + "/portal/callback")
                .postLogoutRedirectUri(portal + "/portal")
                .scope(OidcScopes.OPENID)
                .scope(OidcScopes.PROFILE)
                .clientSettings(ClientSettings.builder()
                        .requireProofKey(true)
                        .requireAuthorizationConsent(true)
                        .build())
                .build();
    }

    URI issuer() {
        return issuer;
    }

    /** A new browser, not signed in at the provider. */
    ProviderVisit visit(URI authorize) {
        return new ProviderVisit(issuer, authorize);
    }

    @Override
    public void close() throws LifecycleException {
        tomcat.stop();
        tomcat.destroy();
        spring.close();
    }

    /** The provider's beans, except its clients and address. No component scan finds this class. */
    @EnableWebSecurity
    static class Settings {

        @Bean
        SecurityFilterChain chain(HttpSecurity http) {
            return http.oauth2AuthorizationServer(server -> server.oidc(Customizer.withDefaults()))
                    .authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
                    .formLogin(Customizer.withDefaults())
                    .build();
        }

        @Bean
        UserDetailsService people() {
            return new InMemoryUserDetailsManager(Stream.of("ada", "bob", "eve")
                    .map(name -> User.withUsername(name)
                            .password("{noop}" + PASSWORD)
                            .build())
                    .toList());
        }

        @Bean
        JWKSource<SecurityContext> keys() throws JOSEException {
            return new ImmutableJWKSet<>(
                    new JWKSet(new RSAKeyGenerator(2048).keyID("spring").generate()));
        }

        /** The provider also verifies its own tokens. */
        @Bean
        JwtDecoder decoder(JWKSource<SecurityContext> keys) {
            return OAuth2AuthorizationServerConfiguration.jwtDecoder(keys);
        }

        @Bean
        OAuth2TokenCustomizer<JwtEncodingContext> claims() {
            return token -> {
                if (token.getTokenType().getValue().equals(OidcParameterNames.ID_TOKEN)) {
                    String person = Objects.requireNonNull(token.<Authentication>getPrincipal())
                            .getName();
                    token.getClaims().claim("name", "Person " + person).claim("org_id", "spring-" + person);
                }
            };
        }
    }
}
