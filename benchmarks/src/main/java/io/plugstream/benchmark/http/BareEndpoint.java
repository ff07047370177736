package io.plugstream.benchmark.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ReactorHttpHandlerAdapter;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.config.EnableWebFlux;
import org.springframework.web.server.adapter.WebHttpHandlerBuilder;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServer;

/** The yardstick: a bare WebFlux controller that returns the same bytes to everybody. */
final class BareEndpoint {

    private BareEndpoint() {}

    /** Serves the content of the file {@code arguments[1]} on the port {@code arguments[0]}. */
    public static void main(String[] arguments) throws IOException {
        byte[] body = Files.readAllBytes(Path.of(arguments[1]));
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        context.registerBean(Answer.class, () -> new Answer(body));
        context.register(Web.class);
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

    /** WebFlux with its defaults. */
    @Configuration(proxyBeanMethods = false)
    @EnableWebFlux
    static class Web {

        @Bean
        Controller controller(Answer answer) {
            return new Controller(answer);
        }
    }

    @RestController
    static final class Controller {

        private final Answer answer;

        Controller(Answer answer) {
            this.answer = answer;
        }

        @GetMapping(
                path = {Target.WEBHOOKS, Target.ORGANISATION},
                produces = MediaType.APPLICATION_JSON_VALUE)
        Mono<byte[]> get() {
            return Mono.just(answer.body());
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    record Answer(byte[] body) {}
}
