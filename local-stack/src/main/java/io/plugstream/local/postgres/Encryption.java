package io.plugstream.local.postgres;

import io.plugstream.local.process.PrivateFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** A server's certificate and key, and the rule that only TLS connections are accepted. */
record Encryption(String certificate, String key) {

    private static final String TLS_ONLY = "hostssl all all 127.0.0.1/32 scram-sha-256\n";

    /** Writes its files below {@code home}, and returns the server's settings. */
    Map<String, String> settings(Path home, ServerAccount account) throws IOException {
        var directory = home.resolve("tls");
        PrivateFiles.write(directory.resolve("server.crt"), certificate);
        PrivateFiles.write(directory.resolve("server.key"), key);
        PrivateFiles.write(directory.resolve("pg_hba.conf"), TLS_ONLY);
        account.own(directory);
        return Map.of(
                "ssl", "on",
                "ssl_cert_file", directory.resolve("server.crt").toString(),
                "ssl_key_file", directory.resolve("server.key").toString(),
                "hba_file", directory.resolve("pg_hba.conf").toString());
    }

    @Override
    public String toString() {
        return "Encryption[]";
    }
}
