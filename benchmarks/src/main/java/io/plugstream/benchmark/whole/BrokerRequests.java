package io.plugstream.benchmark.whole;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** The requests that a broker has answered, by their kind, as its own metrics count them. */
final class BrokerRequests implements AutoCloseable {

    private static final String METRICS = "kafka.network:type=RequestMetrics,name=RequestsPerSec,*";

    private final JMXConnector connector;

    private BrokerRequests(JMXConnector connector) {
        this.connector = connector;
    }

    @SuppressWarnings("BanJNDI") // The other end is our own broker, over loopback.
    static BrokerRequests of(long pid) throws IOException {
        try {
            VirtualMachine broker = VirtualMachine.attach(Long.toString(pid));
            String address = broker.startLocalManagementAgent();
            broker.detach();
            return new BrokerRequests(JMXConnectorFactory.connect(new JMXServiceURL(address)));
        } catch (AttachNotSupportedException e) {
            throw new IOException("the broker's metrics cannot be read", e);
        }
    }

    /** How many of each kind since the broker's start. */
    Map<String, Long> counts() throws IOException {
        MBeanServerConnection beans = connector.getMBeanServerConnection();
        Map<String, Long> counts = new TreeMap<>();
        try {
            for (ObjectName name : beans.queryNames(new ObjectName(METRICS), null)) {
                counts.merge(name.getKeyProperty("request"), (Long) beans.getAttribute(name, "Count"), Long::sum);
            }
        } catch (JMException e) {
            throw new IOException("the broker's metrics cannot be read", e);
        }
        return counts;
    }

    @Override
    public void close() throws IOException {
        connector.close();
    }
}
