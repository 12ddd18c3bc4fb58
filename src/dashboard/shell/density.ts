// The height of rows: the person's choice, remembered on this device.
import { createDeviceStore, useStored } from '../ui/hooks/value-store.ts'

export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

const density = createDeviceStore('storehand-density', densities)

export const chooseDensity = density.set
export const useDensity = (): Density => useStored(density)
