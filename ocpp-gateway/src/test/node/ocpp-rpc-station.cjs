// A station based on the npm package ocpp-rpc in strict mode: it rejects every answer and command that violates the
// official schemas. Run by OcppRpcIT: node ocpp-rpc-station.cjs <package folder> <endpoint> <identity> <password>
// Reports what happens as lines of JSON on standard output, and ends when standard input ends.
const [folder, endpoint, identity, password] = process.argv.slice(2);
const {RPCClient} = require(require.resolve('ocpp-rpc', {paths: [folder]}));

const tell = line => process.stdout.write(JSON.stringify(line) + '\n');
const now = () => new Date().toISOString();
const station = new RPCClient({
  endpoint, identity, password, protocols: ['ocpp2.0.1'], strictMode: true, reconnect: false, callTimeoutMs: 20000,
});
station.on('strictValidationFailure', ({error}) => tell({failure: String(error)}));
station.on('badMessage', ({error}) => tell({failure: String(error)}));
station.on('close', () => process.exit(0));

const accepted = {status: 'Accepted'};
const answers = {
  RequestStartTransaction: accepted,
  RequestStopTransaction: accepted,
  Reset: {status: 'Scheduled'},
  UnlockConnector: {status: 'Unlocked'},
  ChangeAvailability: accepted,
  ClearCache: accepted,
  ClearChargingProfile: accepted,
  CancelReservation: accepted,
  DataTransfer: {status: 'Accepted', data: {any: 1}},
  GetCompositeSchedule: {status: 'Rejected'},
  GetBaseReport: accepted,
  GetLog: {status: 'Accepted', filename: 'a.log'},
  GetLocalListVersion: {versionNumber: 3},
  ReserveNow: accepted,
  SendLocalList: accepted,
  SetChargingProfile: accepted,
  TriggerMessage: accepted,
  UpdateFirmware: accepted,
  GetTransactionStatus: {messagesInQueue: false},
};
for (const [action, answer] of Object.entries(answers)) {
  station.handle(action, ({params}) => {
    tell({asked: action, params});
    return answer;
  });
}
const results = (list, name) => list.map(({component, variable}) => ({attributeStatus: 'Accepted', component, variable,
  ...(name === 'getVariableResult' ? {attributeValue: variable.name === 'BytesPerMessage' ? '1000' : '5'} : {})}));
station.handle('GetVariables', ({params}) => {
  tell({asked: 'GetVariables', params});
  return {getVariableResult: results(params.getVariableData, 'getVariableResult')};
});
station.handle('SetVariables', ({params}) => {
  tell({asked: 'SetVariables', params});
  return {setVariableResult: results(params.setVariableData, 'setVariableResult')};
});

const call = async (action, params) => tell({answer: action, is: await station.call(action, params)});
const event = (eventType, seqNo, triggerReason, transactionInfo, more) => call('TransactionEvent', {
  eventType, timestamp: now(), triggerReason, seqNo, transactionInfo: {transactionId: 'of-ocpp-rpc', ...transactionInfo}, ...more,
});
const register = (value, context) => ({meterValue: [{timestamp: now(), sampledValue: [{value, context}]}]});

async function session() {
  await station.connect();
  await call('BootNotification', {reason: 'PowerUp', chargingStation: {model: 'One', vendorName: 'ocpp-rpc'}});
  await call('Heartbeat', {});
  await call('StatusNotification', {timestamp: now(), connectorStatus: 'Available', evseId: 1, connectorId: 1});
  await call('Authorize', {idToken: {idToken: 'TAG', type: 'ISO14443'}});
  // Long enough for the WebSocket library to compress it.
  await call('DataTransfer', {vendorId: 'v', data: 'x'.repeat(30000)});
  await call('SignCertificate', {csr: 'csr'});
  await call('GetCertificateStatus', {ocspRequestData: {
    hashAlgorithm: 'SHA256', issuerNameHash: 'a', issuerKeyHash: 'b', serialNumber: 'c', responderURL: 'd'}});
  await call('NotifyEVChargingNeeds', {evseId: 1, chargingNeeds: {requestedEnergyTransfer: 'DC'}});
  await call('SecurityEventNotification', {type: 'StartupOfTheDevice', timestamp: now()});
  await call('MeterValues', {evseId: 1, ...register(1000, 'Sample.Clock')});
  await event('Started', 0, 'CablePluggedIn', {chargingState: 'EVConnected'},
    {evse: {id: 1, connectorId: 1}, ...register(1000, 'Transaction.Begin')});
  await event('Updated', 1, 'Authorized', {}, {idToken: {idToken: 'TAG', type: 'ISO14443'}});
  await event('Updated', 2, 'ChargingStateChanged', {chargingState: 'Charging'}, {});
  await event('Updated', 3, 'MeterValuePeriodic', {}, register(2500, 'Sample.Periodic'));
  tell({ready: true});
}

session().catch(error => {
  tell({failure: String(error)});
  process.exit(1);
});
process.stdin.on('end', () => station.close({code: 1000})).resume();
