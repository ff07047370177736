/** Real Kafka and PostgreSQL for tests, in containers or as processes; the tests are the same. */
@NullMarked
package io.plugstream.parts;

import org.jspecify.annotations.NullMarked;
