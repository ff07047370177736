package io.plugstream.parts;

import io.plugstream.local.ImageMaker;
import io.plugstream.local.kafka.BrokerProbe;
import io.plugstream.local.kafka.BrokerSettings;
import io.plugstream.local.kafka.KafkaBroker;
import io.plugstream.local.process.FreePorts;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.kafka.common.utils.AppInfoParser;
import org.jspecify.annotations.Nullable;

/** An Apache Kafka broker of the clients' version, with the settings of a local run. */
public final class Kafka extends RealServer {

    static final String IMAGE = "apache/kafka:" + AppInfoParser.getVersion();

    private static final Path DATA = Path.of("/var/lib/kafka/data");

    private final int port;
    private final int securedPort;
    private final @Nullable TcpProxy network;

    private Kafka(Lifecycle lifecycle, int port) {
        this(lifecycle, port, port, null);
    }

    private Kafka(Lifecycle lifecycle, int port, int securedPort, @Nullable TcpProxy network) {
        super(lifecycle);
        this.port = port;
        this.securedPort = securedPort;
        this.network = network;
        lifecycle.start();
    }

    /** A broker's process, which starts from its image if the local stack is packaged. */
    static Lifecycle broker(String name, Function<Path, KafkaBroker> start) {
        return new ProcessLifecycle<>(
                name,
                home -> {
                    ImageMaker.makeBroker();
                    return start.apply(home);
                },
                KafkaBroker::process,
                KafkaBroker::stop);
    }

    static Kafka process() {
        int port = FreePorts.one();
        return new Kafka(broker("kafka", home -> KafkaBroker.start(home, port)), port);
    }

    /** Always a process, which takes the settings as they are. */
    static Kafka process(Map<String, String> added) {
        int port = FreePorts.one();
        UnaryOperator<Map<String, String>> changes = settings -> {
            Map<String, String> all = new HashMap<>(settings);
            all.putAll(added);
            return all;
        };
        return new Kafka(broker("kafka", home -> KafkaBroker.start(home, port, changes)), port);
    }

    /** Always a process: the listener's key is a file of this machine. */
    static Kafka secured(ServerCertificate certificate) {
        int port = FreePorts.one();
        int securedPort = FreePorts.one();
        UnaryOperator<Map<String, String>> listener =
                settings -> AddedListener.secured(settings, securedPort, certificate.keyAndChain());
        return new Kafka(broker("kafka", home -> KafkaBroker.start(home, port, listener)), port, securedPort, null);
    }

    /** Always a process: a broker in a container does not know the port of its proxy. */
    static Kafka proxied() {
        int port = FreePorts.one();
        TcpProxy network = TcpProxy.to(FreePorts.one());
        UnaryOperator<Map<String, String>> listener = settings -> AddedListener.proxied(settings, "PROXIED", network);
        return new Kafka(broker("kafka", home -> KafkaBroker.start(home, port, listener)), port, port, network);
    }

    static Kafka container() {
        // The container's port is the same inside and outside, so that the broker reaches itself at the advertised
        // address too.
        int port = FreePorts.one();
        return new Kafka(
                new ContainerLifecycle(
                        IMAGE, environment(port), List.of(), port, port, new BrokerProbe(port)::isAnswered),
                port);
    }

    /** The settings as environment variables for Apache Kafka's image. */
    private static Map<String, String> environment(int port) {
        return BrokerSettings.of(DATA, "0.0.0.0", port, FreePorts.one()).entrySet().stream()
                .collect(Collectors.toMap(
                        setting -> "KAFKA_"
                                + setting.getKey().toUpperCase(Locale.ROOT).replace('.', '_'),
                        Map.Entry::getValue));
    }

    private static String address(int port) {
        return "localhost:" + port;
    }

    /** {@code localhost:port}. */
    public String bootstrapServers() {
        return address(port);
    }

    /** Where {@link RealParts#newSecuredKafka} listens for SASL_SSL. */
    public String securedServers() {
        return address(securedPort);
    }

    /** Where {@link RealParts#newProxiedKafka} is reached through its proxy. */
    public String proxiedServers() {
        return address(network().port());
    }

    /** The proxy at {@link #proxiedServers()}. */
    public TcpProxy network() {
        if (network == null) {
            throw new IllegalStateException("no proxy is between clients and this broker");
        }
        return network;
    }

    @Override
    public void close() {
        if (network != null) {
            network.close();
        }
        super.close();
    }
}
