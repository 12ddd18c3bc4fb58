// What an id looks like, for whoever gets one as a text. Apart from the schemas: the dashboard's addresses are read without their library.

export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const isUuid = (text: string): boolean => UUID.test(text)
