import { demoSeed } from './data/demoSeed.mts';
import { startHub } from './index.mts';

const port = Number(process.env.HUB_PORT ?? 5690);

try {
	const hub = await startHub({
		port,
		panel: true,
		seed: demoSeed,
	});
	console.log(
		`Local hub: base URL ${hub.url} | App-Token ${hub.appToken} | API key ${hub.apiKey} | secret key ${hub.secretKey} | panel ${new URL('/', hub.url).href}`,
	);
	const end = (): void => {
		void hub.stop().then(() => process.exit(0));
	};
	process.once('SIGINT', end);
	process.once('SIGTERM', end);
} catch (cause) {
	const taken = (cause as NodeJS.ErrnoException).code === 'EADDRINUSE';
	console.error(
		taken
			? `Port ${port} is in use. Stop the other program or choose another port: HUB_PORT=5691 npm run hub`
			: `The hub could not start: ${cause instanceof Error ? cause.message : String(cause)}`,
	);
	process.exitCode = 1;
}
