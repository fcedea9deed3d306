/** The version of the protocol; graphlab/_src/viz/protocol.py has the same. It changes with every column and message. */
export const VERSION = 3;
