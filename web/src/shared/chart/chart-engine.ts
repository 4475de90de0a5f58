import { LineChart } from 'echarts/charts';
import { AriaComponent, GridComponent, MarkLineComponent, TooltipComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { LabelLayout } from 'echarts/features';
import { CanvasRenderer } from 'echarts/renderers';

// Only what lines need. This module is fetched on demand, by the first chart that is drawn.
use([LineChart, GridComponent, TooltipComponent, MarkLineComponent, AriaComponent, LabelLayout, CanvasRenderer]);

export { init };
