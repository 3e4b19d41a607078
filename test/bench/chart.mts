import * as echarts from 'echarts';

export interface Chart {
	title: string;
	/** Names of the axes with their units. */
	x: string;
	y: string;
	lines: Array<{ name: string; points: Array<[number, number]> }>;
}

const [width, height] = [760, 380];

/** The chart as SVG, for a light and a dark page. */
export function draw({ title, x, y, lines }: Chart): string {
	const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width, height });
	const axis = { type: 'value' as const, nameLocation: 'middle' as const };
	chart.setOption({
		animation: false,
		backgroundColor: '#ffffff',
		title: { text: title, left: 'center' },
		legend: { bottom: 0 },
		grid: { left: 80, right: 30, top: 50, bottom: 90 },
		xAxis: { ...axis, name: x, nameGap: 30 },
		yAxis: { ...axis, name: y, nameGap: 55 },
		series: lines.map(({ name, points }) => ({ type: 'line', name, data: points })),
	});
	const svg = chart.renderToSVGString();
	chart.dispose();
	return svg;
}
