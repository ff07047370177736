package io.plugstream.benchmark.cost;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** The metrics of another JVM on this machine, read from its management beans. */
final class Beans implements AutoCloseable {

    private final JMXConnector connector;

    private Beans(JMXConnector connector) {
        this.connector = connector;
    }

    @SuppressWarnings("BanJNDI") // The other end is a process of our own, over loopback.
    static Beans of(long pid) throws IOException {
        try {
            VirtualMachine process = VirtualMachine.attach(Long.toString(pid));
            String address = process.startLocalManagementAgent();
            process.detach();
            return new Beans(JMXConnectorFactory.connect(new JMXServiceURL(address)));
        } catch (AttachNotSupportedException e) {
            throw new IOException("the metrics of process " + pid + " cannot be read", e);
        }
    }

    /** The sums of the numeric {@code attribute} over the beans of {@code pattern}, grouped by key. */
    Map<String, Long> sums(String pattern, String attribute, Function<ObjectName, String> key) throws IOException {
        MBeanServerConnection beans = connector.getMBeanServerConnection();
        Map<String, Long> sums = new TreeMap<>();
        try {
            for (ObjectName name : beans.queryNames(new ObjectName(pattern), null)) {
                Number value = (Number) beans.getAttribute(name, attribute);
                sums.merge(key.apply(name), value.longValue(), Long::sum);
            }
        } catch (JMException e) {
            throw new IOException("metrics cannot be read", e);
        }
        return sums;
    }

    @Override
    public void close() throws IOException {
        connector.close();
    }
}
