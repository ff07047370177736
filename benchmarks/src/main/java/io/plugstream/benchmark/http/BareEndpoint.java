package io.plugstream.benchmark.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ReactorHttpHandlerAdapter;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.config.DelegatingWebFluxConfiguration;
import org.springframework.web.server.adapter.WebHttpHandlerBuilder;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServer;

/** The baseline: a bare WebFlux controller, with WebFlux's defaults, that returns the same bytes to everybody. */
final class BareEndpoint {

    private BareEndpoint() {}

    /** Serves on the port {@code arguments[0]}: webhooks from the file {@code arguments[1]}, the organisation from the next. */
    public static void main(String[] arguments) throws IOException {
        byte[] webhooks = Files.readAllBytes(Path.of(arguments[1]));
        byte[] organisation = Files.readAllBytes(Path.of(arguments[2]));
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        context.registerBean(Controller.class, () -> new Controller(webhooks, organisation));
        context.register(DelegatingWebFluxConfiguration.class);
        context.refresh();
        HttpServer.create()
                .host("127.0.0.1")
                .port(Integer.parseInt(arguments[0]))
                .handle(new ReactorHttpHandlerAdapter(
                        WebHttpHandlerBuilder.applicationContext(context).build()))
                .bindNow()
                .onDispose()
                .block();
    }

    @RestController
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    record Controller(byte[] webhooks, byte[] organisation) {

        @GetMapping(path = Target.WEBHOOKS, produces = MediaType.APPLICATION_JSON_VALUE)
        Mono<byte[]> getWebhooks() {
            return Mono.just(webhooks);
        }

        @GetMapping(path = Target.ORGANISATION, produces = MediaType.APPLICATION_JSON_VALUE)
        Mono<byte[]> getOrganisation() {
            return Mono.just(organisation);
        }
    }
}
