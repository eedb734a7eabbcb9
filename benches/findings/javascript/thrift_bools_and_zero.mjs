// The compact protocol reads true in a list as false; both protocols write -0.0 as 0.0.
// needs: thrift@0.24.0
// prints: wrote 210102, read false,false; -0.0 is 0000000000000000 and 0000000000000000
import thrift from "thrift";

const { TBinaryProtocol, TBufferedTransport, TCompactProtocol, TFramedTransport, Thrift } = thrift;

function written(Protocol, write) {
  let bytes;
  const protocol = new Protocol(new TBufferedTransport(null, (all) => (bytes = all)));
  write(protocol);
  protocol.flush();
  return bytes;
}

const list = written(TCompactProtocol, (protocol) => {
  protocol.writeListBegin(Thrift.Type.BOOL, 2);
  protocol.writeBool(true);
  protocol.writeBool(false);
});
const reader = new TCompactProtocol(new TFramedTransport(list));
reader.readListBegin();
const read = [reader.readBool(), reader.readBool()];
const zeros = [TBinaryProtocol, TCompactProtocol].map((Protocol) =>
  written(Protocol, (protocol) => protocol.writeDouble(-0.0)).toString("hex"),
);
console.log(`wrote ${list.toString("hex")}, read ${read}; -0.0 is ${zeros.join(" and ")}`);
process.exit(!read[0] && zeros.every((hex) => hex === "0".repeat(16)) ? 0 : 1);
