@NullMarked
package io.plugstream.api.database;

import org.jspecify.annotations.NullMarked;
