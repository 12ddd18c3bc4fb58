// A part of the dashboard whose code is loaded when it is opened.
import { lazyRouteComponent } from '@tanstack/react-router'

/** The code could not be loaded because there is no network. */
export class ScreenOffline extends Error {
  readonly load: () => Promise<void>
  constructor(load: () => Promise<void>, options: ErrorOptions) {
    super('offline', options)
    this.load = load
  }
}

/**
 * The library takes any code that is missing for that of an older build, and reloads the page, which without a network
 * becomes the browser's error page. So without a network it gets an error of ours, which it only throws.
 */
export const lazyScreen: typeof lazyRouteComponent = (importer, name) => {
  const screen = lazyRouteComponent(async () => {
    try {
      return await importer()
    } catch (error) {
      if (navigator.onLine) throw error
      throw new ScreenOffline(async () => screen.preload?.(), { cause: error })
    }
  }, name)
  return screen
}
