import { crc32, deflateRawSync } from 'node:zlib'

/** A file in an archive; fields that an attacker might forge can be set. */
export type ZipEntry = {
  name: string
  body?: string | Buffer
  /** The unpacked size as stated in the archive. */
  size?: number
  flags?: number
  attributes?: number
}

const UTF8 = 0x800
const DEFLATE = 8

/** Packs files into an archive. */
export function zipOf(entries: ZipEntry[]): Buffer {
  const parts: Buffer[] = []
  const list: Buffer[] = []
  let offset = 0
  for (const { name, body = '', size, flags = UTF8, attributes = 0 } of entries) {
    const bytes = Buffer.from(body)
    const packed = deflateRawSync(bytes)
    const fileName = Buffer.from(name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(flags, 2)
    common.writeUInt16LE(DEFLATE, 4)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(size ?? bytes.length, 18)
    common.writeUInt16LE(fileName.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, fileName, packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(attributes, 6)
    rest.writeUInt32LE(offset, 10)
    list.push(Buffer.from('PK\x01\x02\x14\x03', 'latin1'), common, rest, fileName)
    parts.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(list)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, directory, end])
}
