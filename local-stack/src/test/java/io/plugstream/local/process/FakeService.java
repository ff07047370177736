package io.plugstream.local.process;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** A service that only reports readiness, packaged like the real ones. With {@code FAIL} set, it fails at once. */
public final class FakeService {
    private FakeService() {}

    public static void main(String[] arguments) throws Exception {
        System.out.println("fake service starts");
        if (System.getenv("FAIL") != null) {
            System.out.println("cannot start: " + System.getenv("FAIL"));
            System.exit(3);
        }
        var port = Integer.parseInt(System.getenv("MANAGEMENT_SERVER_PORT"));
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.createContext("/actuator/health/readiness", exchange -> {
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
    }

    /** Writes the runnable jar. */
    public static Path jar(Path file) throws IOException {
        var manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, FakeService.class.getName());
        var entry = FakeService.class.getName().replace('.', '/') + ".class";
        try (var jar = new JarOutputStream(Files.newOutputStream(file), manifest);
                var content = FakeService.class.getClassLoader().getResourceAsStream(entry)) {
            jar.putNextEntry(new JarEntry(entry));
            content.transferTo(jar);
            jar.closeEntry();
        }
        return file;
    }
}
