/** What a load costs the processes of the platform, the broker and the database. */
@NullMarked
package io.plugstream.benchmark.cost;

import org.jspecify.annotations.NullMarked;
