package io.plugstream.benchmark.gateway;

import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.Endpoint;
import jakarta.websocket.EndpointConfig;
import jakarta.websocket.MessageHandler;
import jakarta.websocket.Session;
import jakarta.websocket.server.ServerContainer;
import jakarta.websocket.server.ServerEndpointConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.servlets.DefaultServlet;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.threads.VirtualThreadExecutor;
import org.apache.tomcat.websocket.server.WsSci;

/** The baseline: the gateway's WebSocket server with nothing but an echo, also on virtual threads. */
final class EchoServer {

    private EchoServer() {}

    /** Serves on the port {@code arguments[0]}, with {@code arguments[1]} for a work directory. */
    public static void main(String[] arguments) throws LifecycleException {
        Connector connector = new Connector();
        connector.setPort(Integer.parseInt(arguments[0]));
        connector.setProperty("address", "127.0.0.1");
        connector.setProperty("maxConnections", "50000");
        connector.getProtocolHandler().setExecutor(new VirtualThreadExecutor("echo-"));
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(arguments[1]);
        tomcat.setConnector(connector);
        Context context = tomcat.addContext("", null);
        context.addServletContainerInitializer(new WsSci(), Set.of());
        context.addApplicationListener(Registration.class.getName());
        Tomcat.addServlet(context, "default", new DefaultServlet());
        context.addServletMappingDecoded("/", "default");
        tomcat.start();
        tomcat.getServer().await();
    }

    /** Tomcat creates it by name. */
    public static final class Registration implements ServletContextListener {

        @Override
        public void contextInitialized(ServletContextEvent event) {
            ServerContainer container =
                    (ServerContainer) event.getServletContext().getAttribute(ServerContainer.class.getName());
            try {
                container.addEndpoint(
                        ServerEndpointConfig.Builder.create(Echo.class, "/ocpp/{organisationId}/{chargeBoxId}")
                                .subprotocols(List.of("ocpp1.6"))
                                .build());
            } catch (DeploymentException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Sends each text back. */
    public static final class Echo extends Endpoint {

        @Override
        public void onOpen(Session session, EndpointConfig config) {
            session.addMessageHandler(String.class, new MessageHandler.Whole<>() {
                @Override
                public void onMessage(String text) {
                    try {
                        session.getBasicRemote().sendText(text);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
            });
        }
    }
}
