/** Compares five accounts of one load: the answers to chargers, the topics, the receivers, the API and commands. */
@NullMarked
package io.plugstream.system.account;

import org.jspecify.annotations.NullMarked;
