// Changes that a dashboard stores on the device until the server has them.
/** How long a change is still sent after reconnecting; later the person learns that it was not saved. */
export const UNSENT_DAYS = 30
