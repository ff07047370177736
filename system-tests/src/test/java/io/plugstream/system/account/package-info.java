/** Compares what chargers were answered, what the topics hold, what receivers got and what the API says of one and the same load. */
@NullMarked
package io.plugstream.system.account;

import org.jspecify.annotations.NullMarked;
