package io.plugstream.eventloop;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestPlan;
import reactor.blockhound.BlockHound;

/**
 * Makes a blocking call on an event loop an error, for the whole of this JVM and before its first test: a thread that already waits
 * in a method when that is instrumented comes out of it broken. A module names it as a service of the JUnit platform to have
 * it, and as BlockHound's integrations what it allows besides.
 */
public final class BlockingCalls implements TestExecutionListener {

    private static final AtomicBoolean INSTALLED = new AtomicBoolean();

    /** Not in a JVM that only looks which tests there are. */
    @Override
    public void testPlanExecutionStarted(TestPlan plan) {
        if (INSTALLED.compareAndSet(false, true)) {
            install();
        }
    }

    private static void install() {
        BlockHound.builder()
                .loadIntegrations()
                // The first use of a class or of its resources reads them; a deployed service is soon warm.
                .allowBlockingCallsInside("java.lang.ClassLoader", "loadClass")
                .allowBlockingCallsInside("java.util.zip.ZipFile$ZipFileInputStream", "read")
                .allowBlockingCallsInside("java.util.zip.ZipFile$Source", "readFullyAt")
                .allowBlockingCallsInside("java.util.ResourceBundle", "getBundleImpl")
                .allowBlockingCallsInside(
                        "tools.jackson.databind.deser.DeserializerCache", "_createAndCacheValueDeserializer")
                // /dev/urandom, which makes nobody wait: UUIDs, and the driver's nonces.
                .allowBlockingCallsInside("sun.security.provider.NativePRNG$RandomIO", "readFully")
                // A timer that is cancelled while others are: microseconds. Reactor allows the same for one that is
                // set.
                .allowBlockingCallsInside("java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue", "remove")
                // Lines on standard output, which the JVM does not wait for.
                .allowBlockingCallsInside("ch.qos.logback.classic.Logger", "callAppenders")
                .install();
    }
}
