package io.plugstream.quota;

import java.util.Map;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.Cache;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBufferManager;

/**
 * Limits the blocks, indexes and write buffers of all stores of the process to {@value #TOTAL} bytes together. By
 * default each store (a partition has up to three at a time) takes 50 MB of cache and 48 MB of write buffers.
 */
public final class BoundedRocksMemory implements RocksDBConfigSetter {

    private static final long TOTAL = 64L << 20;
    private static final long WRITE_BUFFERS = 24L << 20;
    private static final long WRITE_BUFFER = 4L << 20;

    static {
        RocksDB.loadLibrary();
    }

    // Kafka Streams creates an instance of this class for each store, so the shared memory must be static.
    private static final Cache CACHE = new LRUCache(TOTAL);
    private static final WriteBufferManager BUFFERS = new WriteBufferManager(WRITE_BUFFERS, CACHE);

    @Override
    public void setConfig(String storeName, Options options, Map<String, Object> configuration) {
        BlockBasedTableConfig table = (BlockBasedTableConfig) options.tableFormatConfig();
        table.setBlockCache(CACHE);
        table.setCacheIndexAndFilterBlocks(true);
        options.setTableFormatConfig(table);
        options.setWriteBufferManager(BUFFERS);
        options.setWriteBufferSize(WRITE_BUFFER);
    }

    @Override
    public void close(String storeName, Options options) {
        // The shared memory lives as long as the process.
    }
}
