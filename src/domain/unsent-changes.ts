// Changes that a dashboard keeps on the device until the server has them.
/** So long one is sent after the line is back; later it is told that it was not saved. */
export const UNSENT_DAYS = 30
