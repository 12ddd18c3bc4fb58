// Whether a decision about one person leads on to the next: the reader's choice, remembered on this device.
import { createDeviceStore, useStored } from '../ui/hooks/value-store.ts'

const advance = createDeviceStore('storehand-advance', ['on', 'off'])

export const chooseAdvance = (isOn: boolean): void => advance.set(isOn ? 'on' : 'off')
export const useAdvance = (): boolean => useStored(advance) === 'on'
