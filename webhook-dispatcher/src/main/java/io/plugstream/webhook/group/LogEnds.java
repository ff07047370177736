package io.plugstream.webhook.group;

import io.plugstream.base.kafka.KafkaClients;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;

/**
 * The true ends of partitions, behind transactions that are still open. A reader of committed records that has come so far
 * has seen everything that was committed before it asked.
 */
public final class LogEnds implements AutoCloseable {

    private final Admin admin;

    public LogEnds(KafkaClients clients) {
        this.admin = Admin.create(clients.admin());
    }

    /** The offset after the last record of each partition. */
    public Map<TopicPartition, Long> of(Collection<TopicPartition> partitions) {
        try {
            Map<TopicPartition, ListOffsetsResultInfo> ends = admin.listOffsets(partitions.stream()
                            .collect(Collectors.toMap(Function.identity(), _ -> OffsetSpec.latest())))
                    .all()
                    .get();
            Map<TopicPartition, Long> offsets = new HashMap<>();
            ends.forEach((partition, end) -> offsets.put(partition, end.offset()));
            return offsets;
        } catch (ExecutionException e) {
            throw new KafkaException("the ends of the log are not known: " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    @Override
    public void close() {
        admin.close();
    }
}
