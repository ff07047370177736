/** Published descriptions as judges of what is really sent. */
@NullMarked
package io.plugstream.contract;

import org.jspecify.annotations.NullMarked;
